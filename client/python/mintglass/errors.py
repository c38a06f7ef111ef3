"""Every failure that this client raises."""

from __future__ import annotations

import math
from typing import Any, Mapping, Optional


class MintglassError(Exception):
    """`code` is the server's own, or where its answer has none, one that stands for the status."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "network",
        request_id: Optional[str] = None,
        body: Optional[Mapping[str, Any]] = None,
        retry_after_secs: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.body = body
        self.retry_after_secs = retry_after_secs


class InvalidRequestError(MintglassError):
    """400, 405, 408, 413: the request has to change."""


class UnauthorizedError(MintglassError):
    """401: key, session or ticket."""


class InsufficientBalanceError(MintglassError):
    """402: the wallet holds less than the order needs."""


class ForbiddenError(MintglassError):
    """403: scope, plan or domain."""


class NotFoundError(MintglassError):
    """404."""


class ConflictError(MintglassError):
    """409: what is there already excludes the request."""


class RefusedError(MintglassError):
    """422: the transaction would fail, or a rule forbids it."""


class RateLimitedError(MintglassError):
    """429."""


class PendingError(MintglassError):
    """202 without success: sent, and its outcome is not known yet."""


class ServerError(MintglassError):
    """5xx; and code `odd_reply` for what no Mintglass server answers: a redirect, a success without JSON."""


class NetworkError(MintglassError):
    """No answer: the connection failed or took too long. `status` is 0."""


_BY_STATUS: Mapping[int, tuple[type[MintglassError], str]] = {
    202: (PendingError, "pending"),
    400: (InvalidRequestError, "invalid_request"),
    401: (UnauthorizedError, "unauthorized"),
    402: (InsufficientBalanceError, "insufficient_balance"),
    403: (ForbiddenError, "forbidden"),
    404: (NotFoundError, "not_found"),
    405: (InvalidRequestError, "method_not_allowed"),
    408: (InvalidRequestError, "body_timeout"),
    409: (ConflictError, "conflict"),
    413: (InvalidRequestError, "payload_too_large"),
    422: (RefusedError, "refused"),
    429: (RateLimitedError, "rate_limited"),
    501: (ServerError, "unsupported"),
    502: (ServerError, "upstream_failed"),
    503: (ServerError, "unavailable"),
    504: (ServerError, "not_landed"),
}


def error_of(status: int, headers: Mapping[str, str], body: Any) -> MintglassError:
    given = body if isinstance(body, dict) else None
    kind, usual = _BY_STATUS.get(
        status, (InvalidRequestError, "invalid_request") if status < 500 else (ServerError, "internal")
    )
    message = given.get("error") if given is not None else None
    code = given.get("code") if given is not None else None
    try:
        seconds = float(headers.get("Retry-After") or "")
        retry_after = seconds if 0 <= seconds < math.inf else None
    except ValueError:
        retry_after = None
    return kind(
        message if isinstance(message, str) else f"HTTP {status}",
        status=status,
        code=code if isinstance(code, str) else usual,
        request_id=headers.get("X-Request-Id"),
        body=given,
        retry_after_secs=retry_after,
    )


def odd_reply(status: int, headers: Mapping[str, str], message: str) -> ServerError:
    """For an answer that no Mintglass server gives: another program is at this address."""
    return ServerError(message, status=status, code="odd_reply", request_id=headers.get("X-Request-Id"))
