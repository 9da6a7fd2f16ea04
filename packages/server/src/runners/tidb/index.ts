import { defineMysqlRunner, tidb } from '../mysql-wire/define-runner.ts'
import { certificateFiles, mysqlOptions } from '../mysql-wire/options.ts'

/** TiDB (https://docs.pingcap.com/tidb/stable). */
export default defineMysqlRunner({
  type: 'tidb',
  name: 'TiDB',
  gallery: { category: 'database', aliases: ['mysql'] },
  dialect: 'mysql',
  exploreDialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: mysqlOptions(4000),
  localFiles: certificateFiles,
  annotates: true,
  serverDialect: tidb,
  connectionOptions: (config) => config,
})
