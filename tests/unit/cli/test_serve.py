import re
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

from .conftest import Refute


def test_what_cannot_be_served_is_said(refute: Refute, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    assert refute("serve", str(tmp_path / "none")).exit_code == 2
    assert "belongs to no language" in refute("serve", str(tmp_path / "notes.txt")).stderr
    assert "shows no files" in refute("serve", "--public", str(tmp_path)).stderr
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = refute("serve", str(tmp_path), "--port", port, "--no-open")
    assert (result.exit_code, "cannot listen" in result.stderr) == (2, True)


def test_without_its_packages_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "from refute.cli import serve; serve._is_installed = lambda name: name != 'uvicorn'\n"
        "from refute.cli.main import main; main(['serve', '--no-open'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install '.[web,editor]'" in done.stderr


def test_the_link_works_and_an_interrupt_ends_everything(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "refute", "serve", str(tmp_path), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://(\S+)(/\?token=\S+)", process.stdout.readline())
            assert found is not None
            connection = HTTPConnection(found[1], timeout=60)
            connection.request("GET", found[2])
            admitted = connection.getresponse()
            admitted.read()
            cookie = admitted.headers["set-cookie"].partition(";")[0]
            connection.request("GET", "/", headers={"Cookie": cookie})
            assert b"<title>refute</title>" in connection.getresponse().read()
            connection.close()
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) in {0, 130}
        finally:
            process.kill()
