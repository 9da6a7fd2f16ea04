import { tidb } from '../mysql-wire/flavour.ts'
import { certificateFiles, mysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** TiDB (https://docs.pingcap.com/tidb/stable). */
export default defineMysqlSpeaker({
  type: 'tidb',
  name: 'TiDB',
  dialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: mysqlOptions(4000),
  localFiles: certificateFiles,
  flavour: tidb,
  target: (config) => config,
})
