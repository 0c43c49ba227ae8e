import { useEffect, useState } from 'preact/hooks';

/** A text as a QR code. It is dark on light in every colour scheme, so that cameras read it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [qr, setQr] = useState<{ readonly size: number; readonly path: string }>();
  useEffect(() => {
    import('./qr-path.ts').then(({ qrPath }) => setQr(qrPath(text)));
  }, [text]);
  return (
    qr && (
      <svg role="img" aria-label={label} viewBox={`0 0 ${qr.size} ${qr.size}`} width="220" height="220">
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
    )
  );
}
