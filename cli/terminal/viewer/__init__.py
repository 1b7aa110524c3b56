"""The replay viewer: a full screen over the same boards, sentences and findings that every command prints."""
