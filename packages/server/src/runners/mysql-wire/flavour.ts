/** How a kind of server that speaks MySQL's protocol differs from MySQL. */
export interface Flavour {
  /** Keeps connections of different kinds of servers apart. */
  name: string
  /** A statement whose one value is the number of the session; null where the protocol tells all of it. */
  sessionId: string | null
  /** The table that lists what the threads of the server do. */
  threads: string
  /** Databases, in lower case, that are the server's own business. */
  ownSchemas: readonly string[]
}

/** MySQL itself, and MariaDB. */
export const mysql: Flavour = {
  name: 'mysql',
  sessionId: null,
  threads: 'information_schema.processlist',
  ownSchemas: ['information_schema', 'performance_schema', 'mysql', 'sys'],
}

/**
 * TiDB. Numbers of its sessions are longer than the protocol has room for, and stand for sessions on any of its servers
 * (https://docs.pingcap.com/tidb/stable/sql-statement-kill).
 */
export const tidb: Flavour = {
  name: 'tidb',
  sessionId: 'SELECT CAST(CONNECTION_ID() AS CHAR)',
  threads: 'information_schema.cluster_processlist',
  ownSchemas: [...mysql.ownSchemas, 'metrics_schema', 'inspection_schema', 'lightning_task_info'],
}
