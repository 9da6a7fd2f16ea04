import { mysql } from '../mysql-wire/flavour.ts'
import { certificateFiles, MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MariaDB (https://mariadb.org). */
export default defineMysqlSpeaker({
  type: 'mariadb',
  name: 'MariaDB',
  dialect: 'mariadb',
  home: import.meta.url,
  config: MysqlOptions,
  localFiles: certificateFiles,
  annotates: true,
  flavour: mysql,
  target: (config) => config,
})
