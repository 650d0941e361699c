import { browserProject } from '../support/project.ts';

// What people do most, from end to end; part of npm test where there is a Chromium.
export default browserProject('journeys', import.meta.dirname);
