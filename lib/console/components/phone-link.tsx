/** A number that a phone or a softphone calls when it is pressed. */
export function PhoneLink({ phone }: { readonly phone: string }) {
  return (
    <a class="found-link phone-link" href={`tel:${phone}`}>
      {phone}
    </a>
  );
}
