import type { FileListView } from '@balcao/contract/files';
import { fact } from '../platform/facts.ts';

export const fileListCreated = fact<{ fileList: FileListView }>('fileList.created');
/** The list or one of its files. */
export const fileListChanged = fact<{ fileList: FileListView }>('fileList.changed');
export const fileListDeleted = fact<{ fileId: number }>('fileList.deleted');
