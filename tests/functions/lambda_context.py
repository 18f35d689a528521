"""What does Lambda tell a handler about its invocation?"""

from dataclasses import dataclass


@dataclass
class LambdaContext:
    """The part that is used. `remaining_ms` stands still."""

    remaining_ms: int = 80_000
    function_name: str = "batchbell-Function-0A1B2C3D"
    memory_limit_in_mb: int = 512
    invoked_function_arn: str = "arn:aws:lambda:eu-central-1:123456789012:function:batchbell"
    aws_request_id: str = "8f2b0c1e-55f4-4d0c-b0ce-1d2f3a4b5c6d"

    def get_remaining_time_in_millis(self) -> int:
        """How long the function may still run."""
        return self.remaining_ms
