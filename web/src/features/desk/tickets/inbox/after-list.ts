// What the list does not wait for, in one file.
export { ListChips } from './list-chips.tsx';
export { OrderMenu } from './order-menu.tsx';
export { SwipeRows } from './swipe-rows.tsx';
