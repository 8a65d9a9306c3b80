import { expect, test } from 'vitest';
import { joined, readTasks, type Task, withoutTask, withTask, withText } from './tasks.ts';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const task = (id: string, text = id, hour = 9, changed = hour): Task => ({ id, text, createdAt: at(hour), updatedAt: at(changed) });

test('a task is added first, trimmed; a blank one is ignored', () => {
  const tasks = withTask([task('a')], '  ligar para a Ana ', at(10), 'b');
  expect(tasks).toEqual([task('b', 'ligar para a Ana', 10), task('a')]);
  expect(withTask(tasks, ' \n ', at(11), 'c')).toBe(tasks);
});

test('a task is changed, and deleted; a blank text changes nothing', () => {
  expect(withText([task('a'), task('b')], 'a', 'outra', at(12))).toEqual([task('a', 'outra', 9, 12), task('b')]);
  const tasks = [task('a')];
  expect(withText(tasks, 'a', '  ', at(12))).toBe(tasks);
  expect(withoutTask([task('a'), task('b')], 'a')).toEqual([task('b')]);
});

test('what was exported is read again, and nothing else', () => {
  const tasks = [task('a'), task('b')];
  expect(readTasks(JSON.stringify(tasks))).toEqual(tasks);
  expect(readTasks('not a list')).toBeNull();
  expect(readTasks('{}')).toBeNull();
  expect(readTasks(JSON.stringify([task('a'), { id: 1 }, null, { ...task('c'), createdAt: 'x' }]))).toEqual([task('a')]);
});

test('an import joins both lists; of the same task the later change stays', () => {
  const here = [task('a', 'novo', 9, 12), task('b', 'velho', 8)];
  expect(joined(here, [task('a', 'antigo', 9, 10), task('b', 'mudou', 8, 11), task('c', 'c', 10)])).toEqual([
    task('c', 'c', 10),
    task('a', 'novo', 9, 12),
    task('b', 'mudou', 8, 11),
  ]);
});
