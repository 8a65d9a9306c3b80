import { userEndpoints } from '@balcao/contract/users';
import { routes } from '../../../platform/http/routes.ts';
import { createUser, deleteUser, setAway, updateUser } from './actions.ts';
import { listAllUsers, listUsers, showUser } from './reads.ts';

export const userRoutes = routes(userEndpoints, {
  listUsers: (ctx, { query }) => listUsers(ctx, query),
  listAllUsers: (ctx) => listAllUsers(ctx),
  showUser: (ctx, { params }) => showUser(ctx, params.userId),
  createUser: (ctx, { body }) => createUser(ctx, body),
  updateUser: (ctx, { params, body }) => updateUser(ctx, params.userId, body),
  setAway: (ctx, { body }) => setAway(ctx, body.away),
  deleteUser: async (ctx, { params }) => {
    await deleteUser(ctx, params.userId);
    return { message: 'User deleted' };
  },
});
