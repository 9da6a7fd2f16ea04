import type { Query } from '@sightline/contract/queries.ts'
import type { Caller } from './caller.ts'
import type { Cluster } from './cluster.ts'

/** Seconds between two runs of a schedule; the shortest that the product offers. */
export const SCHEDULE_SECONDS = 60
const SCHEDULES = 8
const ALERTS = 4
const WIDGETS = 3

/** Changes its value every seven seconds. */
const FLIPPING = 'SELECT (extract(epoch FROM clock_timestamp())::bigint / 7 % 2)::int AS n'

/** The records that clients work with. */
export interface World {
  source: number
  dashboards: number[]
  /** Queries of the dashboards. */
  shown: number[]
  /** Queries with a schedule. */
  scheduled: number[]
  /** Queries with an alert; they have a schedule too. */
  watched: number[]
}

/** Creates data sources, queries, schedules, dashboards and alerts, and starts to record how executions change. */
export async function makeWorld(cluster: Cluster, caller: Caller): Promise<World> {
  await cluster.source.query('CREATE TABLE ledger (id text NOT NULL); CREATE TABLE scheduled_ledger (schedule text NOT NULL)')
  await cluster.metadata.query(RECORDER)
  const { user, password, database: dbname } = cluster.sourceServer
  const options = { host: '127.0.0.1', port: cluster.sourceProxy.port, user, password, dbname }
  const source = (await caller.must<{ id: number }>('/api/data_sources', { name: 'Warehouse', type: 'pg', options })).id
  const query = async (name: string, text: string, more: object = {}) =>
    caller.must<Query>('/api/queries', { name, query: text, data_source_id: source, options: { parameters: [] }, ...more })

  const dashboards: number[] = []
  const shown: number[] = []
  for (const name of ['Sales', 'Support']) {
    const dashboard = await caller.must<{ id: number }>('/api/dashboards', { name })
    dashboards.push(dashboard.id)
    for (let n = 1; n <= WIDGETS; n++) {
      const { id, visualizations } = await query(
        `${name} ${n}`,
        `SELECT i, '${name} ${n}' AS name FROM generate_series(1, 50) i`,
      )
      shown.push(id)
      const widget = { dashboard_id: dashboard.id, visualization_id: visualizations?.[0]?.id, width: 1, text: '', options: {} }
      await caller.must('/api/widgets', widget)
    }
  }
  const schedule = { interval: SCHEDULE_SECONDS, time: null, day_of_week: null, until: null }
  const scheduled: number[] = []
  for (let n = 1; n <= SCHEDULES; n++) {
    const text =
      n % 2 === 0 ? `INSERT INTO scheduled_ledger VALUES ('schedule ${n}') RETURNING schedule` : `SELECT ${n} AS n, now() AS at`
    scheduled.push((await query(`Schedule ${n}`, text, { schedule })).id)
  }
  const hook = { name: 'Hook', type: 'webhook', options: { url: cluster.receiver.url } }
  const destination = await caller.must<{ id: number }>('/api/destinations', hook)
  const watched: number[] = []
  for (let n = 1; n <= ALERTS; n++) {
    const { id } = await query(`Watched ${n}`, `${FLIPPING} -- ${n}`, { schedule })
    watched.push(id)
    const condition = { column: 'n', op: '>', value: 0 }
    const alert = await caller.must<{ id: number }>('/api/alerts', { name: `Alert ${n}`, query_id: id, options: condition })
    await caller.must(`/api/alerts/${alert.id}/subscriptions`, { destination_id: destination.id })
  }
  return { source, dashboards, shown, scheduled, watched }
}

/** Records each change of the status of an execution, in the transaction that makes it. */
const RECORDER = `
  CREATE TABLE recorded_changes (execution uuid NOT NULL, before integer, after integer NOT NULL, at timestamptz DEFAULT clock_timestamp());
  CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO recorded_changes VALUES (NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status);
      RETURN NULL;
    END $$;
  CREATE TRIGGER record_insert AFTER INSERT ON executions FOR EACH ROW EXECUTE FUNCTION record_change();
  CREATE TRIGGER record_update AFTER UPDATE ON executions FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_change();`
