import type { ContactDetail, ContactView } from '@balcao/contract/contacts';
import type { Identity } from './rules.ts';
import type { ContactRow, FieldRow } from './store/contacts.ts';

/** `link` makes an absolute address of a file's key. */
export function contactView(row: ContactRow, link: (key: string) => string): ContactView {
  const picture = row.picture_key ? link(row.picture_key) : '';
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: picture,
    urlPicture: picture,
    isGroup: row.is_group,
    language: row.language,
    birthday: row.birthday,
    blocked: row.blocked_at !== null,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type Surroundings = { fields: FieldRow[]; identities: Identity[]; connection: { id: number; name: string } | null };

export function contactDetail(
  row: ContactRow,
  { fields, identities, connection }: Surroundings,
  link: (key: string) => string,
): ContactDetail {
  return {
    ...contactView(row, link),
    extraInfo: fields,
    identities: identities.map(({ kind, value }) => ({ kind, value })),
    whatsapp: connection,
  };
}
