interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** The first or the last day of a list. */
export function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </label>
  );
}
