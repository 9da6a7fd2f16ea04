// Exported for the routes.
export { allResourceTypes, allSchemas, resourceTypes, schemas, serviceProviderConfig, withId } from './discovery.ts'
export { changeGroup, createGroup, getGroup, listGroups, removeGroup, replaceGroup } from './groups.ts'
export { createToken, providerOf, revokeToken, tokens } from './tokens.ts'
export { changeUser, createUser, getUser, listUsers, removeUser, replaceUser } from './users.ts'
