import { mysql } from '../mysql-wire/flavour.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MariaDB (https://mariadb.org). */
export default defineMysqlSpeaker({
  type: 'mariadb',
  name: 'MariaDB',
  dialect: 'mariadb',
  home: import.meta.url,
  config: MysqlOptions,
  annotates: true,
  flavour: mysql,
  target: (config) => config,
})
