import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@sightline/contract/second-factor.ts'
import { sha256 } from '../../platform/crypto/keys.ts'

/** Without letters that look like digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LETTERS = 4

/** New recovery codes such as `h7kq-2mzn-x9dp-c4vt`, of 79 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode)

const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-')
const newGroup = () => Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The hash of a typed recovery code, whatever its case, spaces and dashes. */
export const recoveryHash = (typed: string): string => sha256(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
