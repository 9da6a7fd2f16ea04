import { defineMysqlRunner, mysql } from '../mysql-wire/define-runner.ts'
import { certificateFiles, MysqlOptions } from '../mysql-wire/options.ts'

/** MySQL and MariaDB. */
export default defineMysqlRunner({
  type: 'mysql',
  name: 'MySQL',
  gallery: { category: 'database', isPopular: true },
  dialect: 'mysql',
  exploreDialect: 'mysql',
  guide: 'mysql',
  moduleUrl: import.meta.url,
  config: MysqlOptions,
  localFiles: certificateFiles,
  annotates: true,
  serverDialect: mysql,
  connectionOptions: (config) => config,
})
