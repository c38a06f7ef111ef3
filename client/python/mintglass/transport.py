"""Sends calls and repeats those that may be repeated."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from .errors import MintglassError, NetworkError, error_of, odd_reply

_FIRST_WAIT_SECS = 0.25


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The standard one would carry the key to whatever address the answer names."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        return None


open_url = urllib.request.build_opener(_NoRedirect).open
REDIRECTED = "the server redirects, which is not followed: set base_url to its own address"


@dataclass(frozen=True)
class Operation:
    """What the description says of an operation."""

    method: str
    path: str
    query: Sequence[str]
    auth: str
    is_safe: bool
    takes_idempotency_key: bool
    is_relayed: bool


class Transport:
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
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.trade_key = trade_key if trade_key is not None else api_key
        self.session_token = session_token
        self.tries = tries
        self.max_wait_secs = max_wait_secs
        self.timeout_secs = timeout_secs

    def call(
        self,
        operation: Operation,
        *,
        params: Mapping[str, Any],
        body: Any = None,
        idempotency_key: Optional[str] = None,
        user_ref: Optional[str] = None,
    ) -> Any:
        headers = self.credentials(operation.auth)
        if user_ref is not None:
            headers["X-User-Ref"] = user_ref
        if operation.takes_idempotency_key:
            own = body.get("idempotency_key") if isinstance(body, dict) else None
            headers["Idempotency-Key"] = idempotency_key or own or str(uuid.uuid4())
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        address = self.base_url + _address_of(operation, params)
        tries = self.tries if operation.is_safe or operation.takes_idempotency_key else 1
        tried = 1
        while True:
            request = urllib.request.Request(address, data=data, headers=headers, method=operation.method)
            try:
                return self._once(request, operation)
            except MintglassError as error:
                wait = _wait_before(error, tried) if tried < tries else None
                if wait is None or wait > self.max_wait_secs:
                    raise
                time.sleep(wait)
                tried += 1

    def credentials(self, auth: str) -> dict[str, str]:
        if auth == "bearer" and self.trade_key is not None:
            return {"Authorization": f"Bearer {self.trade_key}"}
        if auth == "apiKey" and self.api_key is not None:
            return {"X-API-Key": self.api_key}
        if auth == "session" and self.session_token is not None:
            return {"X-Session-Token": self.session_token}
        return {}

    def _once(self, request: urllib.request.Request, operation: Operation) -> Any:
        try:
            with open_url(request, timeout=self.timeout_secs) as reply:
                status, headers, text = reply.status, reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            raise refusal_of(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise NetworkError(str(error)) from error
        body = _parse(text)
        if body is None:
            raise odd_reply(status, headers, "the answer is no JSON")
        if not operation.is_relayed and isinstance(body, dict) and body.get("success") is False:
            raise error_of(status, headers, body)
        return body


def refusal_of(error: urllib.error.HTTPError) -> MintglassError:
    """What the server refuses a request with."""
    if 300 <= error.code < 400:
        error.close()
        return odd_reply(error.code, error.headers, REDIRECTED)
    try:
        with error:
            text = error.read()
    except (OSError, http.client.HTTPException):
        text = b""
    return error_of(error.code, error.headers, _parse(text))


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _address_of(operation: Operation, params: Mapping[str, Any]) -> str:
    def filled(match: re.Match[str]) -> str:
        value = params.get(match[1])
        if value is None or value == "":
            raise TypeError(f"{match[1]} is needed in {operation.path}")
        return urllib.parse.quote(str(value), safe="")

    path = re.sub(r"\{(\w+)\}", filled, operation.path)
    given = {name: _text(params[name]) for name in operation.query if params.get(name) is not None}
    return f"{path}?{urllib.parse.urlencode(given)}" if given else path


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


def _wait_before(error: MintglassError, tried: int) -> Optional[float]:
    """None for a failure that another try does not mend."""
    if error.status not in (0, 429, 502, 503) or error.code in (
        "unconfigured",
        "upstream_refused",
        "odd_reply",
    ):
        return None
    if error.body is not None and error.body.get("retry_safe") is False:
        return None
    return error.retry_after_secs if error.retry_after_secs is not None else backoff_secs(tried)


def backoff_secs(tried: int) -> float:
    """Twice as long each time, and never the same for two clients."""
    return _FIRST_WAIT_SECS * 2 ** min(tried - 1, 6) * (0.5 + random.random())
