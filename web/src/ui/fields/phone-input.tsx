import { TextInput, type TextInputProps } from '@mantine/core';

/** Digits as (99) 99999-9999, at most eleven. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  if (digits.length <= 2) return digits.length ? `(${digits}` : '';
  const local = digits.slice(2);
  const first = local.length > 8 ? 5 : 4;
  return `(${digits.slice(0, 2)}) ${local.slice(0, first)}${local.length > first ? `-${local.slice(first)}` : ''}`;
}

export type PhoneInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string;
  /** Receives the masked text. */
  onChange?: (text: string) => void;
};

/** A field for a Brazilian phone number with area code. */
export function PhoneInput({ value = '', onChange, ...rest }: PhoneInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(99) 99999-9999"
      {...rest}
      value={value}
      onChange={(event) => onChange?.(maskPhone(event.currentTarget.value))}
    />
  );
}
