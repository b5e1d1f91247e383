/**
 * Ids of decisions and requirements, in the plan and in annotations: `DEC-COMPONENT-NNN` and `REQ-CATEGORY-NNN` in capitals, the
 * number of three digits, more only where three do not suffice (seed 001, plan-validate.sh). A further part of the name has a
 * letter in it: `REQ-AUTH-001-003` is none.
 */
export const isWellFormedId = (id: string): boolean => WELL_FORMED.test(id);

const WELL_FORMED = /^(?:DEC|REQ)-[A-Z][A-Z0-9]*(?:-(?=\d*[A-Z])[A-Z0-9]+)*-(?:\d{3}|[1-9]\d{3,5})$/;
