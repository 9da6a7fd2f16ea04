import oracledb, { type Connection, type ExecuteOptions } from 'oracledb'
import { addressOf, connectString, type Target } from './target.ts'
import { throughTunnel } from './tunnel.ts'

export type { Connection, Metadata, ResultSet } from 'oracledb'

const CONNECT_SECONDS = 20
const FETCH_ROWS = 1000

/** Opens a connection in the driver's thin mode, which needs no library of Oracle. */
export function connect(target: Target, signal: AbortSignal): Promise<Connection> {
  const connecting = () =>
    oracledb.getConnection({
      user: target.user,
      password: target.password,
      connectString: connectString(target),
      connectTimeout: CONNECT_SECONDS,
      transportConnectTimeout: CONNECT_SECONDS,
    })
  const { ssh_tunnel } = target
  return ssh_tunnel ? throughTunnel(ssh_tunnel, addressOf(target), signal, connecting) : connecting()
}

/** How a text is executed: rows as they are asked for, numbers with all their digits, what lies apart from rows along with them. */
export const EXECUTION: ExecuteOptions = {
  resultSet: true,
  outFormat: oracledb.OUT_FORMAT_ARRAY,
  autoCommit: true,
  fetchArraySize: FETCH_ROWS,
  prefetchRows: FETCH_ROWS,
  fetchTypeHandler({ dbTypeName }) {
    if (['NUMBER', 'CLOB', 'NCLOB', 'LONG', 'ROWID', 'UROWID'].includes(dbTypeName)) return { type: oracledb.DB_TYPE_VARCHAR }
    return dbTypeName === 'BLOB' ? { type: oracledb.DB_TYPE_RAW } : undefined
  },
}
