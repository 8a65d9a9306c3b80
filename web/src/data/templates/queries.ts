import { pageSize } from '@balcao/contract/page-rules';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import type { TemplateSync, TemplateView } from '@balcao/contract/templates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type InfiniteRows, useInfiniteRows } from '../../platform/infinite-rows.ts';
import { templateKeys } from './keys.ts';

/** The templates of a number page by page; `sendable`: only those that can be sent now. */
export function useTemplates(whatsappId: number, searchParam: string, sendable: boolean): InfiniteRows<TemplateView> {
  const cache = useQueryClient();
  return useInfiniteRows({
    queryKey: templateKeys.page(whatsappId, searchParam, sendable),
    fetchPage: async (pageNumber, signal) => {
      const page = await readPage(whatsappId, { searchParam, sendable, pageNumber }, signal);
      cache.setQueryData<TemplateSync>(templateKeys.sync(whatsappId), page.sync);
      return page;
    },
    rowsOf: (page) => page.templates,
    pageSize: pageSize.rest,
    keepPrevious: true,
  });
}

/** One template of a number by its name and language; null if the number has none. */
export function useTemplate(whatsappId: number, chosen: Pick<TemplateChoice, 'name' | 'language'> | null) {
  const { name, language } = chosen ?? { name: '', language: '' };
  return useQuery({
    queryKey: templateKeys.named(whatsappId, name, language),
    queryFn: async ({ signal }): Promise<TemplateView | null> => {
      const { templates } = await readPage(whatsappId, { searchParam: name, sendable: false, pageNumber: 1 }, signal);
      return templates.find((each) => each.name === name && each.language === language) ?? null;
    },
    enabled: chosen !== null,
  });
}

/** When the templates of a number were last compared with Meta's list. */
export function useTemplateSync(whatsappId: number) {
  return useQuery({
    queryKey: templateKeys.sync(whatsappId),
    queryFn: async ({ signal }) => (await readPage(whatsappId, { searchParam: '', sendable: false, pageNumber: 1 }, signal)).sync,
  });
}

function readPage(whatsappId: number, query: { searchParam: string; sendable: boolean; pageNumber: number }, signal: AbortSignal) {
  return api('GET /v1/connections/:whatsappId/templates', { params: { whatsappId }, query, signal });
}
