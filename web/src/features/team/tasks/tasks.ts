// A person's own list of tasks. It is kept in their browser only.

export type Task = { id: string; text: string; createdAt: string; updatedAt: string };

export const taskTextMax = 1000;
export const tasksMax = 1000;

/** With a new task first. A blank one is ignored. */
export function withTask(tasks: readonly Task[], text: string, at: string, id: string): readonly Task[] {
  const trimmed = text.trim().slice(0, taskTextMax);
  if (trimmed === '') return tasks;
  return [{ id, text: trimmed, createdAt: at, updatedAt: at }, ...tasks];
}

/** With a changed text. A blank one is ignored. */
export function withText(tasks: readonly Task[], id: string, text: string, at: string): readonly Task[] {
  const trimmed = text.trim().slice(0, taskTextMax);
  if (trimmed === '') return tasks;
  return tasks.map((task) => (task.id === id && task.text !== trimmed ? { ...task, text: trimmed, updatedAt: at } : task));
}

export function withoutTask(tasks: readonly Task[], id: string): readonly Task[] {
  return tasks.filter((task) => task.id !== id);
}

/** The tasks in a text that was stored or exported; null if it is none. What is no task in it is left out. */
export function readTasks(text: string): Task[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isTask).slice(0, tasksMax) : null;
  } catch {
    return null;
  }
}

/** Joins what is here with what was exported elsewhere: of a task that both have, the one that was changed later. Newest first. */
export function joined(here: readonly Task[], brought: readonly Task[]): readonly Task[] {
  const byId = new Map(here.map((task) => [task.id, task]));
  for (const task of brought) {
    const held = byId.get(task.id);
    if (!held || held.updatedAt < task.updatedAt) byId.set(task.id, task);
  }
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function isTask(value: unknown): value is Task {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, createdAt, updatedAt } = value as Record<string, unknown>;
  const isText = typeof id === 'string' && typeof text === 'string' && text.trim() !== '' && text.length <= taskTextMax;
  return isText && [createdAt, updatedAt].every((at) => typeof at === 'string' && !Number.isNaN(Date.parse(at)));
}
