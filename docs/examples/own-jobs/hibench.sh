#!/bin/sh
# Calls a script of HiBench with the settings, tags and directories of one of Spindle's runs.
#
# Usage: hibench.sh HIBENCH SCALE SCRIPT
#   HIBENCH  the directory of HiBench, configured as its documentation says
#   SCALE    tiny, small, large, huge, gigantic or bigdata
#   SCRIPT   a script below bin/workloads, such as ml/kmeans/hadoop/run.sh
set -eu
hibench=$1
scale=$2
script=$3

# HiBench reads all files of a directory in the order of their names, so that the last one decides.
conf=$(mktemp -d)
trap 'rm -rf "$conf"' EXIT
cp -r "$hibench"/conf/. "$conf"
cat > "$conf"/zz-spindle.conf <<END
hibench.scale.profile $scale
hibench.hadoop.configure.dir $HADOOP_CONF_DIR
hibench.hdfs.data.dir $SPINDLE_PREPARED
spark.yarn.queue $SPINDLE_QUEUE
spark.yarn.tags $SPINDLE_TAG
END
HIBENCH_CONF_FOLDER=$conf bash "$hibench"/bin/workloads/"$script"
