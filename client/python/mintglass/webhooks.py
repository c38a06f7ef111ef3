"""Whether a post is from the server that holds the secret."""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Mapping, Optional, Union


def verify_webhook(
    *,
    secret: str,
    headers: Union[Mapping[str, str], str],
    body: bytes,
    tolerance_secs: int = 300,
    now_secs: Optional[int] = None,
) -> bool:
    """`headers` of the post, or the value of `X-Service-Signature` alone; `body` as it came, before it is parsed."""
    if not isinstance(headers, str):
        headers = next((value for name, value in headers.items() if name.lower() == "x-service-signature"), "")
    fields = [field.strip().split("=", 1) for field in headers.split(",")]
    pairs = [(field[0], field[1]) for field in fields if len(field) == 2]
    moment = next((value for name, value in pairs if name == "t"), "")
    now = int(time.time()) if now_secs is None else now_secs
    if not (moment.isascii() and moment.isdigit()) or abs(now - int(moment)) > tolerance_secs:
        return False
    wanted = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    given = [value for name, value in pairs if name == "v1" and value.isascii()]
    return any([hmac.compare_digest(value, wanted) for value in given])
