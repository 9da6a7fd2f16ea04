import { defineMysqlRunner, mysql } from '../mysql-wire/define-runner.ts'
import { certificateFiles, MysqlOptions } from '../mysql-wire/options.ts'

/** MariaDB (https://mariadb.org). */
export default defineMysqlRunner({
  type: 'mariadb',
  name: 'MariaDB',
  gallery: { category: 'database', aliases: ['mysql'] },
  dialect: 'mariadb',
  exploreDialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: MysqlOptions,
  localFiles: certificateFiles,
  annotates: true,
  serverDialect: mysql,
  connectionOptions: (config) => config,
})
