"""What is said over HTTP: forms of requests and answers, problems, frames of a stream."""
