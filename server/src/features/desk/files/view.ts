import type { FileListDetail, FileListView } from '@balcao/contract/files';
import type { FileListRow, FileOptionRow } from './store.ts';

export function fileListView(row: FileListRow): FileListView {
  return {
    id: row.id,
    name: row.name,
    message: row.message,
    userId: row.user_id,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** `link` makes an absolute URL of a file's key. */
export function fileListDetail(row: FileListRow, options: FileOptionRow[], link: (key: string, name?: string) => string): FileListDetail {
  return {
    ...fileListView(row),
    options: options.map((option) => ({
      id: option.id,
      fileId: row.id,
      name: option.name,
      path: option.media_name ?? '',
      mediaType: option.media_mime ?? '',
      url: option.media_key && link(option.media_key, option.media_name ?? undefined),
      size: option.media_size,
    })),
  };
}
