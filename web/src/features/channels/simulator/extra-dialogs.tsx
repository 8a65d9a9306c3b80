import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '../../../platform/i18n.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';

type DialogProps<Values> = { onSend: (values: Values) => Promise<void>; onClose: () => void };
export type Place = { name: string; latitude: number; longitude: number };
export type Card = { name: string; phone: string };

/** A place to send. */
export function PlaceDialog({ onSend, onClose }: DialogProps<Place>) {
  const within = (limit: number) => (value: number | string) =>
    typeof value === 'number' && Math.abs(value) <= limit ? null : t('Use um número entre -{{limit}} e {{limit}}.', { limit });
  const form = useForm<Place>({
    initialValues: { name: 'Mercado Público, Florianópolis', latitude: -27.5972, longitude: -48.5521 },
    validate: { latitude: within(90), longitude: within(180) },
  });
  return (
    <FormDialog opened onClose={onClose} title={t('Enviar localização')} form={form} onSave={onSend} saveLabel={t('Enviar')} width={420}>
      <TextInput label={t('Nome do lugar')} maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <NumberInput label={t('Latitude')} decimalScale={6} {...form.getInputProps('latitude')} />
      <NumberInput label={t('Longitude')} decimalScale={6} {...form.getInputProps('longitude')} />
    </FormDialog>
  );
}

/** A contact card to send. */
export function CardDialog({ onSend, onClose }: DialogProps<Card>) {
  const form = useForm<Card>({
    initialValues: { name: '', phone: '' },
    validate: {
      name: (name) => (name.trim() ? null : t('Obrigatório')),
      phone: (phone) => (phone.replace(/\D/g, '').length >= 8 ? null : t('Muito curto!')),
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t('Enviar contato')} form={form} onSave={onSend} saveLabel={t('Enviar')} width={420}>
      <TextInput label={t('Nome')} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('Número')} required type="tel" maxLength={20} placeholder="+55 48 90555-0101" {...form.getInputProps('phone')} />
    </FormDialog>
  );
}
