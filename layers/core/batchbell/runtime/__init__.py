"""What every function needs to run: settings, wiring, observability, triggers."""
