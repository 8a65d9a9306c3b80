import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { ConnectionDetail, ConnectionView } from '@balcao/contract/connections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connectionKeys } from '../../../data/connections/keys.ts';
import { keepConnection, removeConnection } from '../../../data/connections/live.ts';
import { ApiError, api } from '../../../platform/api.ts';
import { type ConnectionValues, changedConnectionBody, cloudBody, newConnectionBody } from './form/connection-form.ts';

/** Adds a simulator that has only a name. */
export function useCreateSimulator() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api('POST /whatsapp', { body: { name, channel: 'simulator' } }),
    onSuccess: (connection) => keepConnection(cache, connection),
  });
}

/** Adds a connection, which starts it. */
export function useCreateConnection() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, values }: { channel: ConnectionChannel; values: ConnectionValues }) =>
      api('POST /whatsapp', { body: newConnectionBody(channel, values) }).catch(atFields),
    onSuccess: (connection) => keepConnection(cache, connection),
  });
}

/** Changes a connection: what differs from `before` in its form. */
export function useChangeConnection() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ before, values }: { before: ConnectionDetail; values: ConnectionValues }) =>
      api('PUT /whatsapp/:whatsappId', { params: { whatsappId: before.id }, body: changedConnectionBody(before, values) }).catch(atFields),
    onSuccess: (connection) => keepConnection(cache, connection),
  });
}

/** Changes the credentials of a Cloud connection. */
export function useChangeCredentials() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ whatsappId, values }: { whatsappId: number; values: ConnectionValues }) =>
      api('PUT /whatsapp/:whatsappId', { params: { whatsappId }, body: { cloud: cloudBody(values) } }).catch(atFields),
    onSuccess: (connection) => keepConnection(cache, connection),
  });
}

/** Moves a connection to another channel; contacts, tickets and history stay. */
export function useSwitchChannel() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ whatsappId, ...body }: { whatsappId: number; channel: ConnectionChannel; cloud?: ReturnType<typeof cloudBody> }) =>
      api('PUT /whatsapp/:whatsappId', { params: { whatsappId }, body }).catch(atFields),
    onSuccess: (connection) => keepConnection(cache, connection),
  });
}

/** Makes a connection the default one. */
export function useMakeDefault() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api('PUT /whatsapp/:whatsappId', { params: { whatsappId }, body: { isDefault: true } }),
    onSuccess: (connection) => {
      cache.setQueryData<ConnectionView[]>(connectionKeys.list, (list) =>
        list?.map((row) => ({ ...row, isDefault: row.id === connection.id })),
      );
      keepConnection(cache, connection);
    },
  });
}

/** Removes a connection; its tickets and history stay. */
export function useDeleteConnection() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api('DELETE /whatsapp/:whatsappId', { params: { whatsappId } }),
    onSuccess: (_, whatsappId) => removeConnection(cache, whatsappId),
  });
}

/** Lets a number start conversations again before its pause is over. */
export function useResumeNewChats() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (whatsappId: number) => api('POST /v1/connections/:whatsappId/resume', { params: { whatsappId } }),
    onSuccess: (health, whatsappId) => cache.setQueryData(connectionKeys.health(whatsappId), health),
  });
}

/** Counts again what was recovered of a gap, and asks the phone for what is missing. */
export function useRecheckGap() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ whatsappId, gapId }: { whatsappId: number; gapId: number }) =>
      api('POST /v1/connections/:whatsappId/gaps/:gapId/recheck', { params: { whatsappId, gapId } }),
    onSuccess: (health, { whatsappId }) => cache.setQueryData(connectionKeys.health(whatsappId), health),
  });
}

export type SessionVerb = 'start' | 'renew' | 'end';

/** Retries, starts over with a new code, or disconnects. Then fetches the connections again. `phoneNumber`: link by a code typed on that phone. */
export function useSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ whatsappId, verb, phoneNumber }: { whatsappId: number; verb: SessionVerb; phoneNumber?: string | undefined }) =>
      sessionCall(whatsappId, verb, phoneNumber),
    onSettled: () => cache.invalidateQueries({ queryKey: connectionKeys.all }),
  });
}

function sessionCall(whatsappId: number, verb: SessionVerb, phoneNumber?: string) {
  const params = { whatsappId };
  switch (verb) {
    case 'start':
      // Checking credentials means waiting for Meta's answer.
      return api('POST /whatsappsession/:whatsappId', { params, timeoutMs: 40_000 });
    case 'renew':
      return api('PUT /whatsappsession/:whatsappId', { params, ...(phoneNumber && { body: { phoneNumber } }), timeoutMs: 40_000 });
    case 'end':
      return api('DELETE /whatsappsession/:whatsappId', { params });
  }
}

/** In the form, the credentials are beside the other fields, so an error in `cloud.x` belongs to the field `x`. */
function atFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const issues = error.issues.map((issue) => ({ ...issue, path: issue.path.replace(/^body\.cloud\./, 'body.') }));
  throw new ApiError(error.status, { error: error.raw, code: error.code, issues, details: { ...error.details } });
}
