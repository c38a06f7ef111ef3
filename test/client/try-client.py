"""What test/client/python.test.ts runs: every assertion is of the client in client/python."""

import hashlib
import hmac
import http.server
import os
import socket
import threading
import typing
from urllib.parse import urlsplit

from mintglass import (
    InvalidRequestError,
    Mintglass,
    MintglassError,
    NetworkError,
    RateLimitedError,
    ServerError,
    UnauthorizedError,
    types,
    verify_webhook,
)

URL = os.environ["MINTGLASS_URL"]
SOL = "So11111111111111111111111111111111111111112"


def raises(kind, call):
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")


for name, shape in vars(types).items():
    if typing.is_typeddict(shape):
        typing.get_type_hints(shape)

client = Mintglass(URL, api_key="rt_sandbox_enterprise", trade_key="rt_sandbox_trade")
world = client.get_sandbox()
mint = next(token["mint"] for token in world["tokens"] if token["archetype"] == "bluechip")

prices = client.get_prices({"mints": [mint]})["prices"]
assert prices[mint]["priceUsd"] > 0
assert client.get_token_intel(mint=mint, explain=True)["mint"] == mint
assert len(client.get_token_trades(mint=mint, limit=2)["trades"]) <= 2
quote = client.quote_trade({"input_mint": "SOL", "output_mint": mint, "amount": 50_000_000})
assert quote["out_amount"] > 0

bad = raises(InvalidRequestError, lambda: client.get_token_intel(mint="nonsense"))
assert (bad.status, bad.code) == (400, "invalid_request") and bad.request_id
raises(UnauthorizedError, Mintglass(URL, api_key="mg_nobody").get_trending)
raises(NetworkError, Mintglass("http://127.0.0.1:9", tries=1).get_health)

once = Mintglass(URL, api_key="mg_sandbox_free", tries=1)


def until_refused():
    for _ in range(40):
        once.get_sol_price()


limited = raises(RateLimitedError, until_refused)
assert limited.retry_after_secs and limited.retry_after_secs >= 1
assert Mintglass(URL, api_key="mg_sandbox_free").get_sol_price()["price"] > 0


class Proxy:
    """Stands between client and server and cuts the connection after so many bytes."""

    def __init__(self, cut_after):
        self.cut_after = cut_after
        self.opened = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        target = urlsplit(URL)
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection((target.hostname, target.port))
            self.opened += 1
            threading.Thread(target=self.pump, args=(near, far, None), daemon=True).start()
            limit = self.cut_after if self.opened == 1 else None
            threading.Thread(target=self.pump, args=(far, near, limit), daemon=True).start()

    def pump(self, source, sink, limit):
        passed = 0
        try:
            while data := source.recv(4096):
                sink.sendall(data)
                passed += len(data)
                if limit is not None and passed >= limit:
                    break
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


channels = [f"trades:solana:{mint}"]
start = client.get_stream_cursor(chain="solana")["tail"]
page = client.replay_events(channels=",".join(channels), limit=12, from_=start)
wanted = [event["cursor"] for event in page["events"]]
assert len(wanted) > 4, wanted
proxy = Proxy(cut_after=4096)
got = []
for message in Mintglass(proxy.url, api_key="rt_sandbox_enterprise").stream_events(channels, cursor=start):
    if message.type == "truncated":
        continue
    if message.type == "event":
        got.append(message.cursor)
    if len(got) == len(wanted):
        break
assert proxy.opened >= 2, proxy.opened
assert got == wanted, (got, wanted)
raises(MintglassError, lambda: next(client.stream_events(["nothing"])))



class Canned(http.server.BaseHTTPRequestHandler):
    """A server that is no Mintglass."""

    def answer(self):
        self.server.seen.append(dict(self.headers))
        status, headers, content = self.server.canned
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def canned(status, headers, content):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Canned)
    server.canned, server.seen = (status, headers, content), []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


other, other_url = canned(200, {}, b'{"success":true}')
moved, moved_url = canned(302, {"Location": f"{other_url}/"}, b"")
lost = Mintglass(moved_url, api_key="rt_sandbox_enterprise")
for call in (
    lost.get_trending,
    lambda: lost.buy({"mint": mint, "amount_in": 0.01}),
    lambda: next(lost.stream_events(["launches:solana"])),
):
    assert raises(ServerError, call).code == "odd_reply"
assert other.seen == [] and len(moved.seen) == 3, (other.seen, moved.seen)
page, page_url = canned(200, {}, b"<html>Log in</html>")
assert raises(ServerError, Mintglass(page_url).get_health).status == 200

torn, torn_url = canned(200, {}, 'event: launch\ndata: {"name":"é"}\n\ndata: {"name":"é'.encode()[:-1])
opened = Mintglass(torn_url).stream_events(["launches:solana"])
assert [next(opened).data["name"], next(opened).data["name"]] == ["é", "é"] and len(torn.seen) == 2

secret, body = "whsec_dGVzdA==", b'{"type":"trade"}'
v1 = hmac.new(secret.encode(), b"1000." + body, hashlib.sha256).hexdigest()
headers = {"X-Service-Signature": f"t=1000,v1={'0' * 64},v1={v1}"}
assert verify_webhook(secret=secret, headers=headers, body=body, now_secs=1_100)
assert not verify_webhook(secret=secret, headers=headers, body=body + b" ", now_secs=1_100)
assert not verify_webhook(secret=secret, headers=headers, body=body, now_secs=1_301)
assert not verify_webhook(secret="whsec_b3RoZXI=", headers=headers, body=body, now_secs=1_100)

print("all of it holds")
