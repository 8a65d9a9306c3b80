export { type AssistantTurn, assistantOf, chosen } from './rules.ts';
