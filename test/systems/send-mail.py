"""Sends mails by the smtplib of Python, as motionEye and Home Assistant do: the port, TLS or not, and pairs of address and file."""
import smtplib
import ssl
import sys

port, security, *pairs = sys.argv[1:]
# A sender without a domain cannot be corrected inside STARTTLS.
sender = "camera@site.example" if security == "starttls" else "camera"
context = ssl._create_unverified_context()  # cameras do not verify certificates
server = (
    smtplib.SMTP_SSL("localhost", int(port), context=context)
    if security == "tls"
    else smtplib.SMTP("localhost", int(port))
)
with server:
    if security == "starttls":
        server.starttls(context=context)
    server.login("camera", "any password")
    for address, file in zip(pairs[::2], pairs[1::2]):
        with open(file, "rb") as mail:
            server.sendmail(sender, [address], mail.read())
