// Scripts of pages that are loaded when they are first used, without React.

import "./forward";
import "./frames";
import "./lightbox";
import "./now";
import "./offline";
import "./narrow";
import "./past";
import "./today";
