import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type ContactValues, contactBody } from './contact-form.ts';
import { applyContact, removeContact } from './live.ts';
import { contactKeys } from './queries.ts';

/** Adds a contact (`contactId` null) or changes one. */
export function useSaveContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ contactId, values }: { contactId: number | null; values: ContactValues }) =>
      contactId === null
        ? api('POST /contacts', { body: contactBody(values) })
        : api('PUT /contacts/:contactId', { params: { contactId }, body: contactBody(values) }),
    onSuccess: (contact) => {
      cache.setQueryData(contactKeys.one(contact.id), contact);
      applyContact(cache, contact);
    },
  });
}

/** Removes a contact with the tickets and messages. */
export function useDeleteContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactId: number) => api('DELETE /contacts/:contactId', { params: { contactId } }),
    onSuccess: (_, contactId) => removeContact(cache, contactId),
  });
}
