"""Server-sent events that resume after the last cursor."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Sequence

from .errors import MintglassError, NetworkError
from .transport import Transport, backoff_secs, open_url, refusal_of

# The server writes a comment every 15 s; three missed ones are a dead connection.
_SILENCE_SECS = 50.0


@dataclass(frozen=True)
class StreamMessage:
    """`type`: `open`, `snapshot`, `event`, `candle`, `truncated` or `lag`.

    An `event` comes exactly once and in the order of the tape; `cursor` is its place. `truncated` is the only kind of
    gap there is.
    """

    type: str
    cursor: str
    data: Any


def read_event_stream(
    transport: Transport,
    channels: Sequence[str],
    *,
    cursor: str = "",
    min_usd: Optional[float] = None,
    snapshot: bool = True,
) -> Iterator[StreamMessage]:
    """Goes on for as long as it is read; what the server refuses for good is raised."""
    failed = 0
    while True:
        query = {"channels": ",".join(channels)}
        if cursor:
            query["cursor"] = cursor
        if min_usd is not None:
            query["minUsd"] = str(min_usd)
        if not snapshot:
            query["snapshot"] = "false"
        try:
            with _open(transport, f"/api/v2/stream/events?{urllib.parse.urlencode(query)}") as reply:
                for name, id_, data in _frames_of(reply):
                    failed = 0
                    if name == "bye":
                        break
                    is_old = id_ != "" and is_not_after(id_, cursor)
                    if id_ and not is_old:
                        cursor = id_
                    if name == "hello" and not cursor:
                        cursor = data["cursor"]
                    if name == "truncated" and isinstance(data.get("to"), str):
                        cursor = data["to"]
                    if data is None or (is_old and name not in ("hello", "snapshot", "candle", "lag")):
                        continue
                    yield StreamMessage(_TYPES.get(name, "event"), cursor, data)
        except MintglassError as error:
            if error.code == "odd_reply" or (error.status not in (0, 409, 429) and error.status < 500):
                raise
        except (OSError, http.client.HTTPException):
            pass
        failed += 1
        time.sleep(backoff_secs(failed))


_TYPES = {"hello": "open", "snapshot": "snapshot", "candle": "candle", "lag": "lag", "truncated": "truncated"}


def is_not_after(cursor: str, last: str) -> bool:
    """Cursors are `<tape>-<number>` and sort as texts within one tape."""
    return last != "" and cursor.split("-")[0] == last.split("-")[0] and cursor <= last


def _open(transport: Transport, path: str) -> http.client.HTTPResponse:
    request = urllib.request.Request(transport.base_url + path, headers=transport.credentials("apiKey"))
    try:
        return open_url(request, timeout=_SILENCE_SECS)
    except urllib.error.HTTPError as error:
        raise refusal_of(error) from None
    except OSError as error:
        raise NetworkError(str(error)) from error


def _frames_of(reply: http.client.HTTPResponse) -> Iterator[tuple[str, str, Any]]:
    name, id_, data = "message", "", ""
    for raw in reply:
        # A break may come within a line, and within a letter.
        if not raw.endswith(b"\n"):
            return
        line = raw.decode().rstrip("\n")
        if line == "":
            yield name, id_, json.loads(data) if data else None
            name, id_, data = "message", "", ""
        elif line.startswith("event: "):
            name = line[7:]
        elif line.startswith("id: "):
            id_ = line[4:]
        elif line.startswith("data: "):
            data += line[6:]
