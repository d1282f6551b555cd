/**
 * The members of a group in a panel, their roles, and what this user may do with them: docs/groups.md#rights.
 * @param {any} thread
 * @param {string} groupID
 */
export function showMembers(thread: any, groupID: string): Promise<void>;
