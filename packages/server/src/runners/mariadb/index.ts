import { mysql } from '../mysql-wire/flavour.ts'
import { certificateFiles, MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MariaDB (https://mariadb.org). */
export default defineMysqlSpeaker({
  type: 'mariadb',
  name: 'MariaDB',
  dialect: 'mariadb',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: MysqlOptions,
  localFiles: certificateFiles,
  flavour: mysql,
  target: (config) => config,
})
