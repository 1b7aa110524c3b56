"""The service: tables followed, logged and ruled on over HTTP. One process, one store, links instead of accounts."""
