"""The service: tables that are logged, watched and ruled on from phones, over HTTP."""
