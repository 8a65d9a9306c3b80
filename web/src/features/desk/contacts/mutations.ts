import type { ContactDetail } from '@balcao/contract/contacts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { contactKeys } from '../../../data/contacts/keys.ts';
import { keepContact, removeContact } from '../../../data/contacts/live.ts';
import { messageKeys } from '../../../data/messages/keys.ts';
import { refreshTickets, applyContact as renameInTickets } from '../../../data/tickets/live.ts';
import { api } from '../../../platform/api.ts';
import { type ContactValues, contactBody } from './contact-form.ts';

/** Adds a contact (`contactId` null) or changes one. */
export function useSaveContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ contactId, values }: { contactId: number | null; values: ContactValues }) =>
      contactId === null
        ? api('POST /contacts', { body: contactBody(values) })
        : api('PUT /contacts/:contactId', { params: { contactId }, body: contactBody(values) }),
    onSuccess: (contact) => keep(cache, contact),
  });
}

/** Single changes of a contact. Each rejects with the server's error. */
export function useContactAbout(contactId: number) {
  const cache = useQueryClient();
  const params = { contactId };
  return {
    change: async (body: { email?: string; language?: string; birthday?: string }) =>
      keep(cache, await api('PUT /contacts/:contactId', { params, body })),
    /** Changes an extra field, or adds one without an id; an empty value removes it. */
    saveField: async (body: { id?: number; name: string; value: string }) =>
      keep(cache, await api('PUT /v1/contacts/:contactId/field', { params, body })),
    block: async (blocked: boolean) => keep(cache, await api('PUT /v1/contacts/:contactId/block', { params, body: { blocked } })),
  };
}

/** Removes a contact with the tickets and messages. */
export function useDeleteContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactId: number) => api('DELETE /contacts/:contactId', { params: { contactId } }),
    onSuccess: (_, contactId) => removeContact(cache, contactId),
  });
}

/** Merges the contact `otherId` into `contactId`. Can be split again. */
export function useMergeContacts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ contactId, otherId }: { contactId: number; otherId: number }) =>
      api('POST /v1/contacts/:contactId/merge', { params: { contactId }, body: { otherId } }),
    onSuccess: ({ contact }, { otherId }) => {
      keep(cache, contact);
      removeContact(cache, otherId);
      askAgain(cache);
    },
  });
}

/** Splits contacts that were merged. */
export function useSplitContacts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: number) => api('POST /v1/contacts/merges/:mergeId/split', { params: { mergeId } }),
    onSuccess: ({ contact, other }) => {
      keep(cache, contact);
      keep(cache, other);
      askAgain(cache);
    },
  });
}

function keep(cache: QueryClient, contact: ContactDetail): void {
  keepContact(cache, contact);
  renameInTickets(cache, contact);
}

/** After a merge or a split, tickets and their messages may belong to another contact. */
function askAgain(cache: QueryClient): void {
  for (const queryKey of [contactKeys.allDuplicates, contactKeys.allMerges, messageKeys.threads])
    void cache.invalidateQueries({ queryKey });
  refreshTickets(cache);
}
