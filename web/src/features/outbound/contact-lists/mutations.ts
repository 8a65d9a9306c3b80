import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applyContactList, applyItem, removeContactList, removeItem } from '../../../data/contact-lists/live.ts';
import { importKeys } from '../../../data/imports/keys.ts';
import { applyImport } from '../../../data/imports/live.ts';
import { api, upload } from '../../../platform/api.ts';
import { type ContactListValues, contactListBody, filterBody } from './contact-list-form.ts';
import { type ItemValues, itemBody } from './item-form.ts';

/** Adds a list (`contactListId` null) or changes one. */
export function useSaveContactList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ contactListId, values }: { contactListId: number | null; values: ContactListValues }) => {
      const body = contactListBody(values);
      return contactListId === null
        ? api('POST /contact-lists', { body })
        : api('PUT /contact-lists/:contactListId', { params: { contactListId }, body });
    },
    onSuccess: (list) => applyContactList(cache, list),
  });
}

/** Removes a list with its contacts. */
export function useDeleteContactList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactListId: number) => api('DELETE /contact-lists/:contactListId', { params: { contactListId } }),
    onSuccess: (_, contactListId) => removeContactList(cache, contactListId),
  });
}

/** Compares a list with its filter and looks its numbers up again. */
export function useCheckContactList() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactListId: number) => api('POST /v1/contact-lists/:contactListId/check', { params: { contactListId } }),
    onSuccess: (list) => applyContactList(cache, list),
  });
}

/** How many contacts meet the filter of the form. */
export function useCountFiltered() {
  return useMutation({
    mutationFn: (values: ContactListValues) => api('POST /v1/contact-lists/count', { body: { filter: filterBody(values) } }),
  });
}

/** Sends a spreadsheet; it is taken into the list in the background. */
export function useImportIntoList(contactListId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sheet: File) => {
      const body = new FormData();
      body.append('file', sheet);
      return upload('POST /v1/contact-lists/:contactListId/imports', { params: { contactListId }, body });
    },
    onSuccess: (started) => {
      applyImport(cache, started);
      void cache.invalidateQueries({ queryKey: importKeys.latest });
    },
  });
}

/** Adds a contact to a list (`itemId` null) or changes one. */
export function useSaveItem(contactListId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ itemId, values }: { itemId: number | null; values: ItemValues }) => {
      const body = itemBody(values);
      return itemId === null
        ? api('POST /contact-list-items', { body: { ...body, contactListId } })
        : api('PUT /contact-list-items/:contactListItemId', { params: { contactListItemId: itemId }, body });
    },
    onSuccess: (item) => applyItem(cache, item),
  });
}

/** Takes a contact out of a list. */
export function useDeleteItem(contactListId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (contactListItemId: number) => api('DELETE /contact-list-items/:contactListItemId', { params: { contactListItemId } }),
    onSuccess: (_, itemId) => removeItem(cache, contactListId, itemId),
  });
}
