import { Copy } from '../../components/copy.tsx';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { texts } from './webhooks-texts.ts';

interface SigningSecretProps {
  readonly url: string;
  readonly secret: string;
  readonly onDone: () => void;
}

/** A new signing secret, and a receiver to try it. Leaving it asks first: the secret is not shown again. */
export function SigningSecret({ url, secret, onDone }: SigningSecretProps) {
  useUnsaved(true);
  return (
    <>
      <p class="notice">{texts.secretText}</p>
      <Copy label={texts.secret} text={secret} />
      <h2>{texts.receiver}</h2>
      <p>{texts.receiverText}</p>
      <Copy label={texts.receiver} text={receiverCommand(secret, new URL(url).port)} />
      <p>{texts.testNext}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {texts.secretDone}
        </button>
      </div>
    </>
  );
}

/**
 * A command that receives and verifies, for a shell with Python 3 (docs/webhooks.md, "Receive it"). It listens on the port of
 * the webhook, or behind a proxy on 4000.
 */
const receiverCommand = (secret: string, port: string) => `SECRET='${secret}' python3 - <<'END'
import base64, hashlib, hmac, http.server, json, os, time

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        id, at = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        digest = hmac.new(KEY, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
        given = [it.removeprefix("v1,") for it in self.headers["webhook-signature"].split()]
        known = any(hmac.compare_digest(base64.b64encode(digest).decode(), it) for it in given)
        fresh = known and abs(time.time() - int(at)) < 300
        print(json.loads(body)["type"] if fresh else "wrong signature", flush=True)
        self.send_response(204 if fresh else 401)
        self.end_headers()

http.server.HTTPServer(("", ${port || '4000'}), Receiver).serve_forever()
END`;
