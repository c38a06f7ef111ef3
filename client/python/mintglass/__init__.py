"""Typed client of a Mintglass server, with the standard library alone."""

from __future__ import annotations

from typing import Iterator, Optional, Sequence

from . import types
from .errors import (
    ConflictError,
    ForbiddenError,
    InsufficientBalanceError,
    InvalidRequestError,
    MintglassError,
    NetworkError,
    NotFoundError,
    PendingError,
    RateLimitedError,
    RefusedError,
    ServerError,
    UnauthorizedError,
)
from .operations import Operations
from .streams import StreamMessage, read_event_stream
from .transport import Transport
from .webhooks import verify_webhook

__all__ = [
    "ConflictError",
    "ForbiddenError",
    "InsufficientBalanceError",
    "InvalidRequestError",
    "Mintglass",
    "MintglassError",
    "NetworkError",
    "NotFoundError",
    "PendingError",
    "RateLimitedError",
    "RefusedError",
    "ServerError",
    "StreamMessage",
    "UnauthorizedError",
    "types",
    "verify_webhook",
]


class Mintglass(Operations):
    """A Mintglass server: a method for each operation of its description, and its event stream."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        trade_key: Optional[str] = None,
        session_token: Optional[str] = None,
        tries: int = 4,
        max_wait_secs: float = 30.0,
        timeout_secs: float = 130.0,
    ) -> None:
        super().__init__(
            Transport(
                base_url,
                api_key=api_key,
                trade_key=trade_key,
                session_token=session_token,
                tries=tries,
                max_wait_secs=max_wait_secs,
                timeout_secs=timeout_secs,
            )
        )

    def stream_events(
        self,
        channels: Sequence[str],
        *,
        cursor: str = "",
        min_usd: Optional[float] = None,
        snapshot: bool = True,
    ) -> Iterator[StreamMessage]:
        """Events of channels, exactly once and in order, over breaks of the connection too."""
        return read_event_stream(self._transport, channels, cursor=cursor, min_usd=min_usd, snapshot=snapshot)
