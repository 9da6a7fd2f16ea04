import { readFileSync } from 'node:fs'
import { mysql } from '../mysql-wire/flavour.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'

/** MariaDB (https://mariadb.org). */
export default defineMysqlSpeaker({
  type: 'mariadb',
  name: 'MariaDB',
  dialect: 'mariadb',
  logo: readFileSync(new URL('./logo.svg', import.meta.url), 'utf8'),
  config: MysqlOptions,
  annotates: true,
  flavour: mysql,
  target: (config) => config,
})
