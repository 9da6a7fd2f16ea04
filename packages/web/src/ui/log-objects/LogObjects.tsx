import type { NamedObject } from '@sightline/contract/object-names.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import blocks from '../blocks.module.css'
import styles from './LogObjects.module.css'
import { objectLink, objectName, typeNames } from './object-links.ts'

/** The name of an object when the entry was written; null if it was not recorded. */
type RecordedName = (object: NamedObject) => string | null

interface LogObjectsProps {
  /** The object of an entry, then those that it belongs to or that the entry is also about. */
  objects: readonly [NamedObject, ...NamedObject[]]
  recordedName?: RecordedName
}

/** The objects of a log entry as links: the name of the first, and below it its type and the others. */
export function LogObjects({ objects: [object, ...others], recordedName = () => null }: LogObjectsProps) {
  // The name of a deleted object without a recorded name contains its type.
  const isTypeNamed = object.name === null && recordedName(object) === null
  return (
    <>
      <ObjectLink object={object} whole={others[0]} recorded={recordedName(object)} className={blocks.link} />
      <span className={styles.more}>
        {!isTypeNamed && typeNames[object.type]}
        {others.map((other, at) => (
          <Fragment key={`${other.type} ${other.id}`}>
            {(at > 0 || !isTypeNamed) && ' · '}
            {(other.name !== null || recordedName(other) !== null) && `${typeNames[other.type]} `}
            <ObjectLink object={other} recorded={recordedName(other)} className={styles.link} />
          </Fragment>
        ))}
      </span>
    </>
  )
}

interface ObjectLinkProps {
  object: NamedObject
  whole?: NamedObject
  recorded: string | null
  className: string | undefined
}

function ObjectLink({ object, whole, recorded, className }: ObjectLinkProps) {
  const link = objectLink(object, whole)
  const name = objectName(object, recorded)
  return link === null ? (
    name
  ) : (
    <Link {...link} className={className}>
      {name}
    </Link>
  )
}
