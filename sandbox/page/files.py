"""Serves the page: one document, its style and its scripts."""

from pathlib import Path

from aiohttp import web

FOLDER = Path(__file__).with_name("assets")
FILES = {path.name: path for path in FOLDER.iterdir()}
HEADERS = {"Cache-Control": "no-store"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https: data:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page_routes() -> list[web.RouteDef]:
    """The page at the root, and what it loads."""
    return [web.get("/", _document), web.get("/page/{name}", _file)]


async def _document(request: web.Request) -> web.FileResponse:
    policy = POLICY.format(host=request.headers["Host"])
    headers = HEADERS | {"Content-Security-Policy": policy}
    return web.FileResponse(FILES["index.html"], headers=headers)


async def _file(request: web.Request) -> web.FileResponse:
    path = FILES.get(request.match_info["name"])
    if path is None:
        raise web.HTTPNotFound(text="The page has no such file.")
    return web.FileResponse(path, headers=HEADERS)
