"""Diallers of others, as they come: my-dc09-spt, which dials, and siadc09, which writes and reads messages.

Reads a list of jobs in JSON, does one after the other, and writes what each dialler said about its answers.
"""

import json
import logging
import socket
import sys
import time
from datetime import timedelta

from my_dc09_spt import dc09_spt
from my_dc09_spt.comm.transpath import TransPathTCP, TransPathUDP
from siadc09 import message, siadcs, util
from siadc09.account import Account

HOST = '127.0.0.1'
PATIENCE = 30
# The only thing that is changed in a dialler: my-dc09-spt gives up a datagram after a second, and a busy machine is slow.
for transport in (TransPathTCP, TransPathUDP):
    transport.__init__.__defaults__ = (5 * PATIENCE,)
logging.disable()


def open_spt(port, account, paths):
    spt = dc09_spt.dc09_spt(account)
    for path in paths:
        key = bytes.fromhex(path['key']) if path['key'] else None
        spt.set_path(path['role'], path['rank'], HOST, port, account=account, key=key, line=path['line'],
                     type=path['transport'])
        spt.tpaths[path['role']][path['rank']]['path'].set_offset(path['offset'])
    return spt


def send(port, job):
    """Sends messages with my-dc09-spt. It forgets one that is not acknowledged, and raises what it cannot read."""
    spt = open_spt(port, job['account'], job['paths'])
    outcomes = []
    for token, parameters in job['messages']:
        try:
            spt.send_msg(token, parameters)
            outcomes.append('ACK')
        except Exception as error:
            outcomes.append(str(error))
    return outcomes


def supervise(port, job):
    """Lets my-dc09-spt supervise its paths, and says which of them it holds for good."""
    spt = open_spt(port, job['account'], job['paths'])
    names = [f"{path['role']} {path['rank']} path ok" for path in job['paths']]
    spt.start_poll(60, 60, retry_delay=0.1)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not all(spt.state()[name] for name in names):
        time.sleep(0.05)
    outcomes = [spt.state()[name] for name in names]
    spt.stop_poll()
    return outcomes


def frames(port, job):
    """Sends the frames of siadc09 over one connection, and reads the answers with it."""
    key = job['key']
    account = Account(acct=int(job['account'], 16), pref=1, key=key)
    outcomes = []
    with socket.create_connection((HOST, port), PATIENCE) as connection:
        for sequence, (token, data, seconds) in enumerate(job['messages'], job['begin']):
            config = {'idtoken': token, 'seqno': sequence, 'data': data and siadcs.parse_siadcs(data.encode())}
            sent = message.Message(account, config)
            connection.sendall(sent.encode(timestamp=util.now() + timedelta(seconds=seconds)))
            outcomes.append(read(connection.recv(1024), key and bytes.fromhex(key), sequence))
    return outcomes


def read(answer, key, sequence):
    # siadc09 knows no answer without an account, and a NAK has none.
    if b'"NAK"' in answer:
        behind = util.fromtimestamp(answer[answer.index(b'_') + 1:-1].decode()) - util.now()
        return 'NAK' if abs(behind.total_seconds()) < 30 else str(behind)
    parsed = message.parse_frame(answer, key)
    return parsed.idtoken if parsed.seq == sequence else f'{parsed.idtoken} of {parsed.seq}'


def main():
    given = json.load(sys.stdin)
    does = {'send': send, 'supervise': supervise, 'frames': frames}
    json.dump([does[job['do']](given['port'], job) for job in given['jobs']], sys.stdout)


main()
