"""What holds for all tests: signals end a process, whoever started the tests."""

from __future__ import annotations

import signal

# A job started by nohup or in the background of a script ignores these, and so would every process that a test starts.
for _number, _handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _handler)
