import { dashboardEndpoints } from '@balcao/contract/dashboard';
import { routes } from '../../../platform/http/routes.ts';
import {
  dashboardAttendances,
  dashboardHours,
  dashboardRatings,
  dashboardTimes,
  exportAttendances,
  showBoard,
  showDashboard,
  ticketsByDay,
  ticketsByUser,
} from './reads.ts';

export const dashboardRoutes = routes(dashboardEndpoints, {
  showDashboard: (ctx, { query }) => showDashboard(ctx, query),
  ticketsByUser: (ctx, { query }) => ticketsByUser(ctx, query),
  ticketsByDay: (ctx, { query }) => ticketsByDay(ctx, query),
  dashboardTimes: (ctx, { query }) => dashboardTimes(ctx, query),
  dashboardHours: (ctx, { query }) => dashboardHours(ctx, query),
  dashboardRatings: (ctx, { query }) => dashboardRatings(ctx, query),
  dashboardAttendances: (ctx, { query }) => dashboardAttendances(ctx, query),
  exportAttendances: (ctx, { query }) => exportAttendances(ctx, query),
  showBoard: (ctx) => showBoard(ctx),
});
