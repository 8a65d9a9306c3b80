import { ownKey, useStored } from '../../../platform/storage.ts';
import { readTasks, type Task } from './tasks.ts';

/** The tasks of the signed-in person in this browser; all its tabs show the same. */
export function useTasks(): [readonly Task[], (tasks: readonly Task[]) => void] {
  const [stored, store] = useStored(ownKey('tasks'), '[]');
  return [readTasks(stored) ?? [], (tasks) => store(JSON.stringify(tasks))];
}
